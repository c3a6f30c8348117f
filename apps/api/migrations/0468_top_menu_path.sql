-- Clients of the family keep an address with each top menu.
alter table top_menu add column path varchar(200);
