-- What a phone says of time and place when findings are written on site (docs/decisions/0301-on-site-without-a-network.md).
alter table investigation
  add column site_time timestamptz,
  add column site_latitude numeric(8,6),
  add column site_longitude numeric(9,6),
  add column site_accuracy integer,
  add constraint investigation_site check ((site_latitude is null) = (site_longitude is null));
