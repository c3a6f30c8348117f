-- Files of forms lay with what was said when they were handed in, which all read who see the process. They are kept by themselves, with the steps at
-- which their field is seen.
create table flow_form_file (
  id bigint generated always as identity primary key,
  process_instance_id bigint not null references flow_instance (id),
  field_name varchar(255) not null,
  attachment_list bigint[],
  -- Steps at which the field is not hidden, and whether one of them is a form that the process is started with.
  steps text[] not null default '{}',
  is_open boolean not null default false,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500)
);
create index flow_form_file_instance on flow_form_file (process_instance_id, id);

-- Those that were handed in until now are seen by whoever did the step at which they were, and by all where a process was started with them.
create temporary table moved as
  select o.id as opinion_id, o.process_instance_id, v.name as field_name, o.create_user, o.create_dept, o.create_time, o.tenant_id,
    f.task_definition_key as step, coalesce(f.is_starters, true) as is_open, array_agg(a.id order by a.place) as files
  from flow_opinion o
    cross join lateral unnest(o.attachment_list) with ordinality a (id, place)
    join flow_variable v on v.instance_id = o.process_instance_id and jsonb_typeof(v.value) = 'array' and v.value ? a.id::text
    left join flow_task f on f.id = o.task_id
  group by o.id, v.name, f.id;
alter table flow_opinion disable trigger flow_opinion_append_only;
update flow_opinion o set attachment_list = (
  select array_agg(a.id order by a.place) from unnest(o.attachment_list) with ordinality a (id, place)
  where not exists (select from moved m where m.opinion_id = o.id and a.id = any(m.files)))
where o.id in (select m.opinion_id from moved m);
alter table flow_opinion enable trigger flow_opinion_append_only;
delete from attachment_use u using moved m where u.biz_type = 'FlowOpinion' and u.biz_id = m.opinion_id and u.attachment_id = any(m.files);
with kept as (
  insert into flow_form_file (process_instance_id, field_name, attachment_list, steps, is_open, create_user, create_dept, create_time, update_user, update_time, tenant_id)
  select process_instance_id, field_name, files, array_remove(array[step::text], null), is_open, create_user, create_dept, create_time, create_user, create_time, tenant_id
  from moved order by opinion_id, field_name
  returning id, attachment_list
)
insert into attachment_use (attachment_id, biz_type, biz_id, field)
select distinct a.id, 'FlowFormFile', k.id, 'attachmentList' from kept k cross join lateral unnest(k.attachment_list) a (id);
drop table moved;
