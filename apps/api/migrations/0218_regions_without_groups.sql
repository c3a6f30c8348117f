-- Counties directly below a province stood below a row that is no region («湖北省-自治区直辖县级行政区划») and was part of their full names.
with groups as (
  select code, name, left(code, 2) || '0000' as province from region where code in ('419000', '429000', '469000', '659000') and is_deleted = 0)
update region t set parent_code = case when t.parent_code = g.code then g.province else t.parent_code end, full_name = replace(t.full_name, g.name, '')
  from groups g where t.code like left(g.code, 2) || '%' and t.code <> g.code and (t.parent_code = g.code or position(g.name in t.full_name) > 0);
update region set is_deleted = 1, update_time = now(), version = version + 1 where code in ('419000', '429000', '469000', '659000') and is_deleted = 0;

-- Whatever is picked is held against the few that are abolished.
create index region_abolished on region (code) where is_valid = 'unValid' and is_deleted = 0;
