-- What the list of sign-ins is filtered by, over ten million rows.
create index sign_in_result on sign_in (result, create_time, id);
create index sign_in_ip on sign_in (ip, create_time, id);
