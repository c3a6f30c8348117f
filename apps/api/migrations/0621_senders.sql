-- A step that sent the process back and wants it again keeps who had it; and where such a step is sent back itself, both wait for it, the last one first.
alter table flow_execution alter column return_to type jsonb using
  case when return_to is null then '[]' else jsonb_build_array(jsonb_build_object('element', return_to, 'assignee', null)) end;
alter table flow_execution alter column return_to set not null;
