-- Classes that a completed project names are paid its price by the person (docs/decisions/0295-prices-of-projects.md): what the record says, kept for claims.
create table project_price (
  class_id bigint primary key references training_class (id),
  project_id bigint not null,
  project_no varchar(20),
  project_name varchar(100) not null,
  unit_price numeric(10,2) not null check (unit_price > 0)
);
create index project_price_project on project_price (project_id);

alter table training_project add column staff_class_ids bigint[];

insert into project_price (class_id, project_id, project_no, project_name, unit_price)
  select class_id, p.id, p.project_no, p.project_name, p.unit_price from training_project p cross join unnest(p.class_ids) as class_id
  where p.status = 'compile' and p.is_deleted = 0 and p.unit_price > 0
  on conflict do nothing;

-- A class has one kind that pays for its training: that of its project, else one that fits its kind of training.
create or replace function hold_claim_kind() returns trigger language plpgsql as $$
declare
  priced boolean;
begin
  -- Two claims of one class wait for each other.
  perform from training_class where id = new.class_id for no key update;
  select exists (select from project_price p where p.class_id = new.class_id) into priced;
  if not (case
      when new.subsidy_kind = '08' then priced
      when priced and new.subsidy_kind <> '05' then false
      else exists (select from training_class c where c.id = new.class_id and kinds_fit(c.train_kind, new.subsidy_kind, new.side, c.end_date, c.end_date)) end)
    or (new.subsidy_kind not in ('05', '09', '10') and exists (
      select from subsidy_application a where a.class_id = new.class_id and a.id <> new.id and a.is_deleted = 0 and a.pay_status is distinct from '5'
        and a.subsidy_kind not in ('05', '09', '10', new.subsidy_kind)))
  then
    raise exception 'the class has no such subsidy' using errcode = '23514', constraint = 'kinds_go_together', table = 'subsidy_application';
  end if;
  return new;
end
$$;
