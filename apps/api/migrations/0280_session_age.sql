-- A session ends by its age, however often its token is renewed: of a client how long that may be, of a session when it is over.
alter table client add column session_validity integer not null default 43200 check (session_validity between 300 and 2592000);

alter table login_session add column end_by timestamptz not null default now() + interval '12 hours';
update login_session set end_by = greatest(create_time + interval '12 hours', now());
update login_session set expire_time = end_by where expire_time > end_by;

-- The web keeps its access token in memory and renews it by a cookie: a quarter of an hour is enough, and four hours of rest.
-- Lifetimes that somebody chose stay, and so does how long programs of others stay signed in.
update client set access_token_validity = 900, refresh_token_validity = 14400 where client_id = 'jipei-web' and access_token_validity = 3600 and refresh_token_validity = 604800;
update client set session_validity = greatest(session_validity, refresh_token_validity) where client_id <> 'jipei-web';
