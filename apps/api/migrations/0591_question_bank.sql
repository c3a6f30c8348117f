-- The question bank. Papers keep the edition of a question that they showed: an edition is never changed.

create table question_classification (
  id bigint generated always as identity primary key,
  course_id bigint not null references course (id),
  parent_id bigint references question_classification (id),
  name varchar(50) not null,
  weight numeric(5,2) check (weight between 0 and 100),
  sort integer not null check (sort between 0 and 9999),
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
create unique index question_classification_once on question_classification (course_id, coalesce(parent_id, 0), name) where is_deleted = 0;
create index question_classification_order on question_classification (course_id desc, sort, id) where is_deleted = 0;
create index question_classification_parent on question_classification (parent_id) where is_deleted = 0;
create index question_classification_sort on question_classification (sort, id) where is_deleted = 0;
create index question_classification_by_name on question_classification (name, id) where is_deleted = 0;
create index question_classification_name on question_classification using gin (grams(name));
create index question_classification_create_time on question_classification (create_time, id) where is_deleted = 0;

create table question (
  id bigint generated always as identity primary key,
  course_id bigint not null references course (id),
  classification_id bigint not null references question_classification (id),
  question_type varchar(20) not null check (question_type in ('1', '2', '3')),
  difficulty varchar(20) not null check (difficulty in ('1', '2', '3')),
  stem varchar(2000) not null,
  stem_hash varchar(43) not null,
  option_a varchar(500),
  option_b varchar(500),
  option_c varchar(500),
  option_d varchar(500),
  option_e varchar(500),
  option_f varchar(500),
  answer varchar(20) not null,
  analysis text check (char_length(analysis) <= 2000),
  score numeric(4,1) check (score between 0.5 and 100),
  att_id bigint,
  is_valid varchar(20) not null default 'isValid' check (is_valid in ('isValid', 'unValid')),
  org_id bigint references organisation (id),
  edition integer not null default 1 check (edition > 0),
  use_count integer not null default 0 check (use_count >= 0),
  right_rate numeric(5,2) check (right_rate between 0 and 100),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  -- The letters of the answer stand in their order, and are those of options.
  constraint question_answer check (answer ~ '^A?B?C?D?E?F?$' and answer <> '' and (question_type = '2') = (char_length(answer) > 1)),
  constraint question_options check (option_a is not null and option_b is not null)
);
create unique index question_once on question (course_id, coalesce(org_id, 0), stem_hash) where is_deleted = 0;
create index question_course on question (course_id, id) where is_deleted = 0;
create index question_place on question (classification_id, question_type, difficulty) where is_deleted = 0;
create index question_organisation on question (org_id, create_time desc, id) where is_deleted = 0;
create index question_used on question (use_count, id) where is_deleted = 0;
create index question_rate on question (right_rate, id) where is_deleted = 0;
create index question_difficulty on question (difficulty, id) where is_deleted = 0;
create index question_stem on question using gin (grams(stem));
create index question_create_time on question (create_time, id) where is_deleted = 0;

create table question_edition (
  question_id bigint not null references question (id),
  edition integer not null,
  question_type varchar(20) not null,
  difficulty varchar(20) not null,
  stem varchar(2000) not null,
  option_a varchar(500),
  option_b varchar(500),
  option_c varchar(500),
  option_d varchar(500),
  option_e varchar(500),
  option_f varchar(500),
  answer varchar(20) not null,
  analysis text,
  create_user bigint not null,
  create_time timestamptz not null default now(),
  primary key (question_id, edition)
);
create trigger question_edition_append_only before update or delete on question_edition for each row execute function refuse_change();
create trigger question_edition_no_truncate before truncate on question_edition for each statement execute function refuse_change();
