-- Registrations and results stand by competition, the newest one first: by item alone those of all years would be mixed.

drop index competition_register_order;
create index competition_register_order on competition_register (competition_id desc, item_no, register_no, id) where is_deleted = 0;
drop index competition_register_enterprise;
create index competition_register_enterprise on competition_register (ent_id, competition_id desc, item_no, register_no, id) where is_deleted = 0;
drop index competition_register_organisation;
create index competition_register_organisation on competition_register (org_id, competition_id desc, item_no, register_no, id) where is_deleted = 0;

drop index competition_record_order;
create index competition_record_order on competition_record (competition_id desc, item_no, total_score desc, id) where is_deleted = 0;
-- The sort by item, which the order was before.
create index competition_register_by_item on competition_register (item_no, id) where is_deleted = 0;
create index competition_record_by_item on competition_record (item_no, id) where is_deleted = 0;
