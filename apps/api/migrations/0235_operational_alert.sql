-- Which operational alerts the administrators have been told of: one row for each condition and node, so that neither a restart nor a check
-- every few seconds tells them again. The node is '' for a condition of the whole installation.

create table operational_alert (
  alert_key varchar(50) not null,
  node varchar(255) not null,
  begin_time timestamptz not null default now(),
  end_time timestamptz,
  primary key (alert_key, node)
);

-- By the request's id an administrator finds what a clerk reads out from the screen.
alter table error_log add column request_id varchar(64);
alter table api_log add column request_id varchar(64);
alter table usual_log add column request_id varchar(64);
create index error_log_by_request on error_log (request_id, create_time, id) where request_id is not null;
