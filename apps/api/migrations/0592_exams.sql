-- Exams: drawn from the question bank, answered in sittings, marked by the server.

create table exam (
  id bigint generated always as identity primary key,
  exam_no varchar(20),
  exam_name varchar(100) not null,
  class_id bigint not null references training_class (id),
  org_id bigint references organisation (id),
  test_apply_id bigint references test_application (id),
  course_id bigint not null references course (id),
  exam_kind varchar(20) not null check (exam_kind in ('1', '2', '3')),
  start_time timestamptz not null,
  end_time timestamptz not null,
  duration integer not null check (duration between 30 and 180),
  place varchar(100),
  total_score numeric(5,2) not null check (total_score between 0 and 100),
  pass_score numeric(5,2) not null check (pass_score between 0 and 100),
  single_count integer not null check (single_count between 0 and 200),
  single_score numeric(4,1) not null check (single_score between 0 and 100),
  multi_count integer not null check (multi_count between 0 and 200),
  multi_score numeric(4,1) not null check (multi_score between 0 and 100),
  judge_count integer not null check (judge_count between 0 and 200),
  judge_score numeric(4,1) not null check (judge_score between 0 and 100),
  easy_rate integer not null check (easy_rate between 0 and 100),
  medium_rate integer not null check (medium_rate between 0 and 100),
  hard_rate integer not null check (hard_rate between 0 and 100),
  classification_id bigint references question_classification (id),
  by_weight varchar(20) not null default '0' check (by_weight in ('1', '0')),
  is_fixed varchar(20) not null default '0' check (is_fixed in ('1', '0')),
  max_times integer not null check (max_times between 1 and 10),
  status varchar(20) not null default '0' check (status in ('0', '1', '2', '3', '4', '9')),
  grade_time timestamptz,
  void_reason varchar(500),
  -- The institution that made the exam and whose questions it draws from; none: the bureau and its bank.
  bank_org_id bigint references organisation (id),
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint exam_rates check (easy_rate + medium_rate + hard_rate = 100),
  constraint exam_sum check (single_count * single_score + multi_count * multi_score + judge_count * judge_score = total_score),
  constraint exam_times check (end_time > start_time and extract(epoch from end_time - start_time) >= duration * 60),
  constraint exam_application check ((exam_kind = '3') = (test_apply_id is null) and (exam_kind = '3' or max_times = 1))
);
create unique index exam_no on exam (exam_no);
create unique index exam_once on exam (class_id, exam_kind, start_time) where is_deleted = 0 and status <> '9';
create index exam_order on exam (start_time desc, id) where is_deleted = 0;
create index exam_number on exam (exam_no, id) where is_deleted = 0;
create index exam_class on exam (class_id, start_time desc, id) where is_deleted = 0;
create index exam_course on exam (course_id, start_time desc, id) where is_deleted = 0;
create index exam_organisation on exam (org_id, start_time desc, id) where is_deleted = 0;
create index exam_application on exam (test_apply_id) where is_deleted = 0;
create index exam_due on exam (start_time) where status in ('1', '2') and is_deleted = 0;
create index exam_name on exam using gin (grams(exam_name));
create index exam_create_time on exam (create_time, id) where is_deleted = 0;

-- The questions that papers of a published exam are drawn from: of each cell of the blueprint so many, each in the edition of that day.
create table exam_pool (
  exam_id bigint not null references exam (id),
  question_type varchar(20) not null,
  difficulty varchar(20) not null,
  classification_id bigint,
  needed integer not null check (needed > 0),
  question_ids bigint[] not null,
  editions integer[] not null,
  check (cardinality(question_ids) >= needed and cardinality(question_ids) = cardinality(editions))
);
create unique index exam_pool_cell on exam_pool (exam_id, question_type, difficulty, coalesce(classification_id, 0));

create table exam_paper (
  id bigint generated always as identity primary key,
  exam_id bigint not null references exam (id),
  class_id bigint not null references training_class (id),
  org_id bigint references organisation (id),
  student_id bigint not null references student (id),
  id_number_hash varchar(43) not null,
  times_no integer not null check (times_no > 0),
  start_time timestamptz,
  deadline timestamptz,
  submit_time timestamptz,
  is_auto varchar(20) not null default '0' check (is_auto in ('1', '0')),
  objective_score numeric(5,2) check (objective_score between 0 and 100),
  score numeric(5,2) check (score between 0 and 100),
  is_pass varchar(20) check (is_pass in ('1', '0')),
  switch_count integer not null default 0,
  extra_minutes integer not null default 0 check (extra_minutes >= 0),
  is_cheat varchar(20) not null default '0' check (is_cheat in ('1', '0')),
  void_reason varchar(500),
  status varchar(20) not null default '0' check (status in ('0', '1', '2', '3', '9')),
  -- The sitting that has the paper: its number, the session that began it (none while it is released), and its last answer.
  sitting integer not null default 0,
  session_id varchar(64),
  last_seq integer not null default 0,
  last_at timestamptz,
  last_seen timestamptz,
  -- Opened in place of a void paper, until the exam is graded.
  is_replacement boolean not null default false,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  constraint exam_paper_started check ((status = '0') = (start_time is null) and (start_time is null) = (deadline is null))
) with (fillfactor = 70);
create unique index exam_paper_once on exam_paper (exam_id, student_id, times_no) where is_deleted = 0;
create index exam_paper_order on exam_paper (score desc, submit_time, id) where is_deleted = 0;
create index exam_paper_exam on exam_paper (exam_id, score desc, submit_time, id) where is_deleted = 0;
create index exam_paper_class on exam_paper (class_id, score desc, submit_time, id) where is_deleted = 0;
create index exam_paper_organisation on exam_paper (org_id, score desc, submit_time, id) where is_deleted = 0;
create index exam_paper_person on exam_paper (id_number_hash) where is_deleted = 0;
create index exam_paper_submitted on exam_paper (submit_time, id) where is_deleted = 0;
create index exam_paper_started on exam_paper (start_time, id) where is_deleted = 0;
create index exam_paper_switches on exam_paper (switch_count, id) where is_deleted = 0;
create index exam_paper_due on exam_paper (deadline) where status = '1' and is_deleted = 0;
create index exam_paper_create_time on exam_paper (create_time, id) where is_deleted = 0;

create table student_question (
  id bigint generated always as identity primary key,
  paper_id bigint not null references exam_paper (id),
  question_id bigint not null,
  edition integer not null,
  order_no integer not null,
  -- The letters of the options as they were shown; none: in their own order.
  option_order varchar(6),
  student_answer varchar(20) check (student_answer ~ '^A?B?C?D?E?F?$' and student_answer <> ''),
  is_right varchar(20) check (is_right in ('1', '0')),
  score numeric(4,1) check (score >= 0),
  answer_time timestamptz,
  objection varchar(500),
  objection_time timestamptz,
  objection_reply varchar(500),
  objection_reply_time timestamptz,
  tenant_id varchar(6) not null default '000000',
  create_user bigint not null,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint not null,
  update_time timestamptz not null default now(),
  version integer not null default 0,
  is_deleted smallint not null default 0,
  remark varchar(500),
  foreign key (question_id, edition) references question_edition (question_id, edition)
) with (fillfactor = 80);
create unique index student_question_once on student_question (paper_id, question_id) where is_deleted = 0;
create index student_question_order on student_question (paper_id desc, order_no, id) where is_deleted = 0;
create index student_question_question on student_question (question_id, is_right) where is_deleted = 0;
create index student_question_objection on student_question (objection_time, id) where is_deleted = 0 and objection_time is not null;
create index student_question_reply on student_question (objection_reply_time, id) where is_deleted = 0 and objection_reply_time is not null;
create index student_question_create_time on student_question (create_time, id) where is_deleted = 0;

-- What happened during a sitting, each answer with its time: evidence that nobody changes.
create table paper_event (
  id bigint generated always as identity primary key,
  paper_id bigint not null references exam_paper (id),
  sitting integer not null,
  kind varchar(20) not null,
  seq integer,
  student_question_id bigint,
  answer varchar(20),
  -- When the candidate answered, by the server's clock as their browser kept it; and when the server had it.
  at timestamptz not null,
  time timestamptz not null default now(),
  mac varchar(64),
  is_counted boolean not null default true,
  note varchar(500),
  create_user bigint not null
);
create index paper_event_paper on paper_event (paper_id, id);
-- What a browser reports is reported once, however often it is sent.
create unique index paper_event_reported on paper_event (paper_id, sitting, kind, at) where kind in ('leave', 'copy', 'paste', 'offline');
create unique index paper_event_seq on paper_event (paper_id, sitting, seq) where seq is not null and is_counted;
create trigger paper_event_append_only before update or delete on paper_event for each row execute function refuse_change();
create trigger paper_event_no_truncate before truncate on paper_event for each statement execute function refuse_change();

create table exam_announcement (
  id bigint generated always as identity primary key,
  exam_id bigint not null references exam (id),
  text varchar(500) not null,
  create_user bigint not null,
  create_time timestamptz not null default now()
);
create index exam_announcement_exam on exam_announcement (exam_id, id);

-- A question found faulty after the exam.
create table exam_ruling (
  exam_id bigint not null references exam (id),
  question_id bigint not null references question (id),
  ruling varchar(20) not null check (ruling in ('struck', 'key')),
  answer varchar(20) check (answer ~ '^A?B?C?D?E?F?$' and answer <> ''),
  reason varchar(500) not null,
  create_user bigint not null,
  create_time timestamptz not null default now(),
  primary key (exam_id, question_id),
  check ((ruling = 'key') = (answer is not null))
);

-- An edition keeps its picture.
alter table question_edition add column att_id bigint;

-- The theory score of a grade comes from an exam, and is changed by its rulings alone.
alter table grade add column exam_id bigint;

create or replace view candidate as select id, test_apply_id, student_id, is_eligible from test_candidate where is_deleted = 0;
