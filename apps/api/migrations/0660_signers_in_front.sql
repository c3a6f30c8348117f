-- Whoever was put in front of a colleague who has yet to sign advises them: what they say ends no step. Those who have such a task now are marked.
update flow_execution e set variables = e.variables || '{"advises": true}'
  from flow_execution w
    cross join lateral jsonb_array_elements(w.variables -> 'addedSigners') r (one)
    join flow_task f on f.process_instance_id = w.instance_id and f.status <> '2' and f.is_deleted = 0
  where w.kind = 'multi' and w.variables ? 'addedSigners' and w.items @> jsonb_build_array(r.one -> 'user')
    and e.instance_id = w.instance_id and e.parent = w.key and f.execution = e.key and r.one ->> 'signer' = f.assignee::text;
