/** How many rows a table gets (or where they come from), and what stands in those columns that matter; the others are filled with anything plausible. */
export interface Filling {
  rows?: (students: number) => number;
  /** FROM of the rows, with a column `n`; left out: a series of `rows`. */
  from?: (students: number) => string;
  columns?: Readonly<Record<string, string>>;
}

const institutions = 200;
const classSize = 50;
const lessonsOfClass = 7;
const classesOf = (students: number): number => Math.ceil(students / classSize);

/** Rows of what others refer to. */
export function chainSize(entity: string, students: number): number {
  switch (entity) {
    case "Organisation":
      return institutions;
    case "TrainingClass":
      return classesOf(students);
    case "Student":
      return students;
    default:
      return sizes[entity] ?? 50;
  }
}
const sizes: Readonly<Record<string, number>> = { Course: 60, Teacher: 3000, Classroom: 1000, Assessor: 500, Plan: 60 };

const filesOf = (students: number): number => Math.ceil(students / 2);
const fileOwner = "(array['Student', 'TrainingClass', 'SubsidyApplication', 'Student'])[1 + n % 4]";

/** A surname and two characters of a given name: sixty thousand different names, so that a search by two characters finds a few hundred in a million. */
export const personName = `substr('王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗', 1 + n % 20, 1) || substr('建国志强秀英桂兰丽华明军伟芳娜敏静磊洋勇艳杰涛超霞平刚辉玲', 1 + n / 20 % 32, 1)
  || substr('国强英兰华军芳敏磊勇杰超平辉玲建志秀桂丽明伟娜静洋艳涛霞刚文斌波宁鹏飞龙凤云海山川江河林森木水火土金银铜铁石玉宝珍珠红蓝白黑青紫黄绿春夏秋冬梅菊竹松柏柳桃杏', 1 + n / 640 % 80, 1)`;
const courses = "(array['电工', '焊工', '育婴员', '养老护理员', '中式烹调师', '叉车司机'])";
const courseOf = (id: string): string => `${courses}[1 + ${id} % 6]`;

/** Classes begin over two years up to two months from now; one day of class ends three weeks later. */
const ended = "t.status = 'Confirm' and t.end_date < current_date";
const live = "(array['Confirm', 'Confirm', 'Confirm', 'Confirm', 'unConfirm', 'unSubmit'])";

/** What stands in the tables of the chain, in the order of filling. Each one's rows are those of the chain before it. */
export const chain: Readonly<Record<string, Filling>> = {
  course: {
    rows: () => 60,
    columns: {
      course_no: "'K' || n",
      course_name: `${courseOf("n")} || n`,
      occupation_code: "'6-31-01-0' || n % 6",
      occupation_name: courseOf("n"),
      is_valid: "'isValid'",
      min_hours: "40",
      practice_ratio: "50",
      valid_year: "3",
    },
  },
  organisation: {
    rows: () => institutions,
    columns: {
      org_no: "'J' || n",
      org_name: "'第' || n || '职业培训学校'",
      credit_code: "'C' || n",
      region_code: "'330102'",
      contact: personName,
      legal_person: personName,
      account: "'org' || n",
      state: "'isUser'",
    },
  },
  teacher: {
    rows: () => 3000,
    columns: { teacher_no: "'T' || n", name: personName, title: "'讲师'", is_valid: "'isValid'" },
  },
  assessor: { rows: () => 500, columns: { assessor_no: "'P' || n", name: personName, is_valid: "'isValid'" } },
  classroom: {
    rows: () => 1000,
    columns: {
      org_id: `1 + n % ${institutions}`,
      classroom_no: "'R' || n",
      is_valid: "'isValid'",
      capacity: "60",
      area: "120",
    },
  },
  plan: {
    rows: () => 60,
    columns: {
      plan_no: "'JH' || n",
      plan_name: "'年度计划' || n",
      plan_year: "2024 + n % 3",
      start_date: "current_date - 700",
      end_date: "current_date + 100",
      total_headcount: "100000",
      is_release: "'1'",
    },
  },
  organisation_course: {
    rows: () => institutions * 20,
    columns: {
      org_id: `1 + n % ${institutions}`,
      course_id: "1 + n / 200 % 60",
      confirm_status: "'Confirm'",
      is_valid: "'isValid'",
    },
  },
  organisation_plan: {
    rows: () => institutions * 20,
    columns: {
      org_plan_no: "'P' || n",
      plan_id: "1 + n % 60",
      org_id: `1 + n % ${institutions}`,
      course_id: "1 + n / 200 % 60",
      course_name: courseOf("(n / 200 % 60)"),
      level: "(1 + n % 5)::text",
      headcount: "1000",
      class_count: "20",
      start_date: "current_date - 700",
      end_date: "current_date + 100",
      confirm_status: "case when n % 50 = 0 then 'unConfirm' else 'Confirm' end",
    },
  },
  training_class: {
    rows: classesOf,
    columns: {
      class_no: "'B' || n",
      class_name: `${courseOf("n")} || '第' || n || '班'`,
      org_id: `1 + n % ${institutions}`,
      org_plan_id: "1 + n % 4000",
      org_course_id: "1 + n % 4000",
      course_id: "1 + n % 60",
      course_name: courseOf("n"),
      occupation_code: "'6-31-01-0' || n % 6",
      occupation_name: courseOf("n"),
      level: "(1 + n % 5)::text",
      train_kind: "case when n % 9 = 0 then '03' else '01' end",
      class_mode: "(1 + n % 3)::text",
      is_subsidy: "case when n % 8 = 0 then '0' else '1' end",
      plan_count: "50",
      total_hours: "56",
      start_date: "current_date - 700 + (n * 37 % 760)::integer",
      end_date: "current_date - 700 + (n * 37 % 760)::integer + 20",
      classroom_id: "1 + n % 1000",
      head_teacher_id: "1 + n % 3000",
      train_place: "'实训楼' || n % 9",
      contact: personName,
      charge_standard: "1200",
      inspect_count: "n % 3",
      status:
        "case when n * 37 % 760 > 690 then (array['Confirm', 'unConfirm', 'unCommit'])[1 + n % 3] when n % 97 = 0 then 'deleted' else 'Confirm' end",
      commit_time: "now() - interval '40 days'",
      confirm_time: "case when n % 194 <> 0 then now() - interval '30 days' end",
      create_time: "now() - n % 700 * interval '1 day'",
      update_time: "now() - n % 90 * interval '1 hour'",
    },
  },
  student: {
    rows: (students) => students,
    columns: {
      student_no: "'S' || n",
      class_id: "1 + (n - 1) / 50",
      org_id: `1 + (1 + (n - 1) / 50) % ${institutions}`,
      roster_source: "'1'",
      name: personName,
      id_type: "'1'",
      birthday: "date '1970-01-01' + (n % 12000)::integer",
      education: "'70'",
      sex: "(1 + n % 2)::text",
      region_code: "'330102'",
      person_category: "'0' || 1 + n % 9",
      confirm_status: `${live}[1 + n % 6]`,
      attendance_rate: "60 + n % 40",
      account_id: "case when n % 2 = 0 then n / 2 end",
      create_time: "now() - n % 700 * interval '1 day'",
      update_time: "now() - n % 90000 * interval '1 minute'",
    },
  },
  train_evaluation: {
    rows: (students) => Math.ceil(students / 4),
    columns: { student_id: "n", class_id: "1 + (n - 1) / 50", org_id: `1 + (1 + (n - 1) / 50) % ${institutions}` },
  },
  train_employment: {
    rows: (students) => Math.ceil(students / 4),
    columns: { student_id: "n", class_id: "1 + (n - 1) / 50", org_id: `1 + (1 + (n - 1) / 50) % ${institutions}` },
  },
  question: {
    rows: () => 100_000,
    columns: {
      stem: "'第' || n || '题：焊接作业前首先应检查什么？'",
      stem_hash: "'h' || n",
      option_a: "'气瓶'",
      option_b: "'作业环境'",
      answer: "'B'",
      question_type: "'1'",
    },
  },
  exam: {
    rows: (students) => Math.ceil(students / 50),
    columns: {
      class_id: "n",
      exam_kind: "'3'",
      start_time: "timestamptz '2024-01-01' + n * interval '1 hour'",
      end_time: "timestamptz '2024-01-01' + (n + 3) * interval '1 hour'",
      duration: "90",
      total_score: "100",
      single_count: "100",
      single_score: "1",
      multi_count: "0",
      judge_count: "0",
      easy_rate: "30",
      medium_rate: "50",
      hard_rate: "20",
      max_times: "1",
    },
  },
  exam_paper: {
    rows: (students) => students,
    columns: {
      exam_id: "1 + (n - 1) / 50",
      class_id: "1 + (n - 1) / 50",
      org_id: `1 + (1 + (n - 1) / 50) % ${institutions}`,
      student_id: "n",
      times_no: "1",
      id_number_hash: "'h' || n",
      status: "'2'",
      start_time: "timestamptz '2024-01-01' + n * interval '1 minute'",
      deadline: "timestamptz '2024-01-01' + (n + 90) * interval '1 minute'",
      submit_time: "timestamptz '2024-01-01' + (n + 60) * interval '1 minute'",
      score: "n % 101",
    },
  },
  question_edition: {
    rows: () => 100_000,
    columns: {
      question_id: "n",
      difficulty: "'1'",
      create_user: "1",
      edition: "1",
      stem: "'第' || n || '题'",
      option_a: "'气瓶'",
      option_b: "'作业环境'",
      answer: "'B'",
      question_type: "'1'",
    },
  },
  student_question: {
    rows: (students) => students,
    columns: {
      paper_id: "n",
      question_id: "1 + n % 100000",
      edition: "1",
      order_no: "1",
      student_answer: "'B'",
      is_right: "case when n % 4 = 0 then '0' else '1' end",
      score: "case when n % 4 = 0 then 0 else 1 end",
    },
  },
  report_design: {
    rows: () => 1000,
    columns: {
      name: "'班级报表' || n",
      kind: "'list'",
      data_set: "'TrainingClass'",
      shared_with: "array['clerk', 'orgAdmin', 'entAdmin']",
      layout: `'{"columns":["classNo","className","startDate"],"filters":[],"sort":null,"pivot":null}'::jsonb`,
    },
  },
  competition_notice: {
    rows: () => 100,
    columns: {
      register_start: "date '2024-01-01' + n",
      register_end: "date '2024-01-11' + n",
      compete_start: "date '2024-01-21' + n",
      compete_end: "date '2024-01-22' + n",
    },
  },
  student_account: {
    rows: (students) => Math.ceil(students / 2),
    columns: { name: personName, is_valid: "'isValid'", reg_time: "now() - n % 700 * interval '1 day'" },
  },
  lesson: {
    from: () =>
      `(select t.id as class_id, t.start_date, t.classroom_id, t.head_teacher_id, k, t.id * ${lessonsOfClass} + k as n from training_class t, generate_series(0, ${lessonsOfClass - 1}) k) s`,
    columns: {
      class_id: "s.class_id",
      lesson_date: "s.start_date + 3 * s.k",
      start_time: "time '08:00'",
      end_time: "time '16:00'",
      hours: "8",
      lesson_type: "(1 + n % 2)::text",
      content: "'第' || s.k || '讲'",
      teacher_id: "s.head_teacher_id",
      classroom_id: "s.classroom_id",
      is_held: "case when s.start_date + 3 * s.k < current_date then '1' else '0' end",
    },
  },
  attendance: {
    from: () =>
      "(select l.id as schedule_id, m.id as student_id, m.id as n from lesson l join training_class t on t.id = l.class_id and t.status = 'Confirm' join student m on m.class_id = t.id where l.is_held = '1' and m.confirm_status = 'Confirm') s",
    columns: {
      schedule_id: "s.schedule_id",
      student_id: "s.student_id",
      attend_status: "case when n % 11 = 0 then '4' else '1' end",
      counted_hours: "case when n % 11 = 0 then 0 else 8 end",
    },
  },
  sign_up: {
    rows: (students) => Math.ceil(students / 5),
    columns: {
      sign_no: "'BM' || n",
      class_id: `1 + n % 1000`,
      org_id: `1 + (1 + n % 1000) % ${institutions}`,
      name: personName,
      confirm_status: "case when n % 50 = 0 then 'unConfirm' else 'Confirm' end",
      is_re_sign: "'0'",
      commit_time: "now() - n % 700 * interval '1 day'",
    },
  },
  test_application: {
    from: () => `(select t.*, t.id as n from training_class t where ${ended} and t.id % 10 <> 3) t`,
    columns: {
      test_apply_no: "'KH' || n",
      class_id: "t.id",
      org_id: "t.org_id",
      course_id: "t.course_id",
      course_name: "t.course_name",
      occupation_code: "t.occupation_code",
      occupation_name: "t.occupation_name",
      level: "t.level",
      test_kind: "'1'",
      test_mode: "'1'",
      wish_test_date: "t.end_date + 10",
      test_date: "t.end_date + 10",
      test_place: "'考场'",
      subjects: "'{1,2}'",
      student_count: "50",
      confirm_type: "case when t.end_date > current_date - 15 then 'unConfirm' else 'Confirm' end",
    },
  },
  test_candidate: {
    from: () =>
      "(select a.id as apply_id, m.*, m.id as n from test_application a join student m on m.class_id = a.class_id and m.confirm_status = 'Confirm') s",
    columns: {
      test_apply_id: "s.apply_id",
      student_id: "s.id",
      name: "s.name",
      id_type: "s.id_type",
      id_number: "s.id_number",
      id_number_hash: "s.id_number_hash",
      sex: "s.sex",
      birthday: "s.birthday",
      education: "s.education",
      phone: "s.phone",
      phone_hash: "s.phone_hash",
      is_eligible: "'1'",
    },
  },
  assessor_assignment: {
    from: () =>
      "(select a.id as apply_id, k, a.id * 3 + k as n from test_application a, generate_series(1, 3) k where a.confirm_type = 'Confirm') s",
    columns: {
      test_apply_id: "s.apply_id",
      assessor_id: "1 + n % 500",
      duty: "case when s.k = 1 then '1' else '2' end",
      subject: "'1'",
    },
  },
  grade: {
    from: () =>
      "(select c.student_id, c.name, c.id_number, c.id_number_hash, a.*, a.id as apply_id, c.id as n from test_application a join test_candidate c on c.test_apply_id = a.id where a.confirm_type = 'Confirm' and a.id % 5 < 4) s",
    columns: {
      student_id: "s.student_id",
      name: "s.name",
      id_number: "s.id_number",
      id_number_hash: "s.id_number_hash",
      class_id: "s.class_id",
      org_id: "s.org_id",
      test_apply_id: "s.apply_id",
      course_id: "s.course_id",
      course_name: "s.course_name",
      occupation_code: "s.occupation_code",
      occupation_name: "s.occupation_name",
      level: "s.level",
      theory_score: "60 + n % 40",
      practice_score: "60 + n % 38",
      result: "case when n % 7 = 0 then '2' else '1' end",
      is_absent: "'0'",
      is_cheat: "'0'",
      examinee_no: "'E' || n",
      grade_status: "case when s.apply_id % 9 = 0 then '1' else '2' end",
      publish_time: "case when s.apply_id % 9 <> 0 then s.test_date + time '10:00' end",
    },
  },
  certificate: {
    from: () =>
      "(select g.*, t.start_date, t.end_date, t.train_kind, a.test_date, g.id as n from grade g join training_class t on t.id = g.class_id join test_application a on a.id = g.test_apply_id where g.grade_status = '2' and g.result = '1' and g.class_id % 8 <> 5) s",
    columns: {
      cert_no: "'Z' || n",
      cert_kind: "'4'",
      student_id: "s.student_id",
      class_id: "s.class_id",
      test_apply_id: "s.test_apply_id",
      org_id: "s.org_id",
      name: "s.name",
      id_number: "s.id_number",
      id_number_hash: "s.id_number_hash",
      course_id: "s.course_id",
      course_name: "s.course_name",
      occupation_code: "s.occupation_code",
      occupation_name: "s.occupation_name",
      level: "s.level",
      train_hours: "56",
      train_start_date: "s.start_date",
      train_end_date: "s.end_date",
      org_name: "'第' || s.org_id || '职业培训学校'",
      issue_date: "s.test_date + 5",
      is_valid: "case when n % 211 = 0 then 'unValid' else 'isValid' end",
      invalid_reason: "case when n % 211 = 0 then '信息有误' end",
    },
  },
  subsidy_application: {
    from: () =>
      "(select distinct on (t.id) t.*, c.issue_date, t.id as n from certificate c join training_class t on t.id = c.class_id where t.is_subsidy = '1' and t.id % 6 <> 0) t",
    columns: {
      apply_no: "'BT' || n",
      org_id: "t.org_id",
      class_id: "t.id",
      course_id: "t.course_id",
      course_name: "t.course_name",
      occupation_code: "t.occupation_code",
      occupation_name: "t.occupation_name",
      level: "t.level",
      subsidy_kind: "'01'",
      person_count: "40",
      apply_amount: "40000",
      approved_amount: "40000",
      approved_count: "40",
      status:
        "(array['compile', 'compile', 'compile', 'compile', 'firstTrial', 'reTrial', 'firstTrial', 'unSubmit'])[1 + n % 8]",
      commit_time: "t.issue_date + time '09:00'",
      first_commit_time: "t.issue_date + time '09:00'",
      re_time: "t.issue_date + time '12:00'",
      pay_status: "case when n % 8 < 4 then (array['1', '2', '3', '3', '3'])[1 + n % 5] end",
      pay_amount: "case when n % 8 < 4 then 40000 end",
      pay_date: "case when n % 8 < 4 then t.issue_date + 30 end",
      publicity_start: "t.issue_date + 5",
      publicity_end: "t.issue_date + 10",
    },
  },
  subsidy_line: {
    from: () =>
      "(select c.*, s.id as apply_id, s.status, s.first_commit_time, c.id as n from subsidy_application s join certificate c on c.class_id = s.class_id and c.is_valid = 'isValid') s",
    columns: {
      apply_id: "s.apply_id",
      org_id: "s.org_id",
      level: "s.level",
      student_id: "s.student_id",
      name: "s.name",
      id_number: "s.id_number",
      id_number_hash: "s.id_number_hash",
      cert_id: "s.id",
      cert_no: "s.cert_no",
      cert_issue_date: "s.issue_date",
      train_hours: "56",
      attendance_rate: "90",
      standard_amount: "1000",
      payable_amount: "1000",
      apply_amount: "1000",
      approved_amount: "1000",
      detail_status: "'1'",
      trial_result: "'1'",
      first_commit_time: "s.first_commit_time",
    },
  },
  // Two warnings of each row, and of each rule one finding for all who passed it.
  finding: {
    from: () => `(select apply_id, org_id, id as line_id, k, id * 5 + k as n, null::integer as passed from subsidy_line, generate_series(1, 2) k
      union all select id, org_id, null, k, id * 20 + k, 45 from subsidy_application, generate_series(1, 20) k) s`,
    columns: {
      biz_type: "'subsidyApply'",
      biz_id: "s.apply_id",
      org_id: "s.org_id",
      detail_id: "s.line_id",
      rule_code: "'AT' || lpad(k::text, 2, '0')",
      rule_name: "'规则' || k",
      rule_name_en: "'Rule ' || k",
      severity: "case when passed is null then (1 + n % 2)::text else '3' end",
      is_pass: "case when passed is null then '0' else '1' end",
      is_ignored: "case when passed is null then '1' end",
      message: "case when passed is null then '证书编号未查到' else '符合' end",
      passed_rows: "passed",
      run_no: "'20260101000000-0001'",
      run_time: "now() - n % 700 * interval '1 day'",
    },
  },
  finding_pass: {
    // Joined as a whole: the rows of a claim have no index while they are filled.
    from: () => `(select f.*, f.id as n, l.lines, array_fill('≥ 80'::text, array[45]) as said
      from finding f left join (select apply_id, array_agg(id::text) as lines from subsidy_line group by 1) l on l.apply_id = f.biz_id::bigint
      where f.passed_rows is not null) s`,
    columns: {
      finding_id: "s.id",
      detail_ids: "coalesce(s.lines, '{}')",
      expect_values: "said",
      expect_values_en: "said",
      actual_values: "said",
      actual_values_en: "said",
      messages: "said",
      messages_en: "said",
      evidences: "array_fill('[]'::text, array[45])",
    },
  },
  payment_entry: {
    from: () => "(select s.*, s.id as n from subsidy_application s where s.pay_status = '3') s",
    columns: {
      apply_id: "s.id",
      org_id: "s.org_id",
      command: "'send'",
      payment_key: "'key' || n",
      amount: "s.pay_amount",
      pay_date: "s.pay_date",
      document_list: "null",
    },
  },
  entitlement: {
    from: () => "(select l.*, l.id as n from subsidy_line l) s",
    columns: {
      person_hash: "'p' || n",
      family: "'training'",
      occupation_code: "'6-31-01-0' || n % 6",
      level: "s.level",
      rank: "1",
      issue_date: "s.cert_issue_date",
      counts_in_year: "true",
      subsidy_kind: "'01'",
      period: "daterange(s.cert_issue_date - 30, s.cert_issue_date, '[]')",
      apply_id: "s.apply_id",
      line_id: "s.id",
      unit_name: "'第' || s.org_id || '职业培训学校'",
      commit_time: "now()",
    },
  },
  audit_record: {
    rows: (students) => students,
    columns: {
      biz_type: "(array['TrainingClass', 'Student', 'SubsidyApplication', 'Certificate'])[1 + n % 4]",
      biz_id: "(1 + n % 20000)::text",
      action: "(array['commit', 'confirm', 'back', 'edit'])[1 + n % 4]",
      operator_id: "1 + n % 500",
      operator_name: personName,
      operator_role: "'clerk'",
      operate_time: "now() - n % 700 * interval '1 day'",
      client_ip: "'10.0.0.1'",
    },
  },
  attachment: {
    rows: filesOf,
    columns: {
      file_name: "'证明' || n || '.pdf'",
      file_type: "'pdf'",
      file_size: "1000 + n % 100000",
      att_link: "'/files/' || n",
      biz_type: fileOwner,
      biz_id: "(case n % 4 when 1 then 1 + n % 20000 when 2 then 1 + n % 5000 else n end)::text",
      sha256: "'s' || n",
      storage_key: "'k' || n",
      org_id: `1 + n % ${institutions}`,
      create_user: "1 + n % 100000",
      create_time: "now() - n % 700 * interval '1 day'",
    },
  },
  attachment_use: {
    from: () => "(select a.*, a.id as n from attachment a where a.biz_type is not null) s",
    columns: {
      attachment_id: "s.id",
      biz_type: "s.biz_type",
      biz_id: "s.biz_id::bigint",
      field:
        "case s.biz_type when 'Student' then 'photoAttId' when 'TrainingClass' then 'teachPlanAttId' else 'attachmentList' end",
    },
  },
  teacher_engagement: {
    rows: (students) => Math.ceil(students / 5),
    columns: {
      teacher_id: "1 + n % 3000",
      org_name: "'第' || n % 200 || '职业培训学校'",
      course_name: `${courseOf("n")} || n`,
      class_id: `1 + n % 20000`,
      start_date: "current_date - (n % 700)::integer",
      end_date: "current_date - (n % 700)::integer + 20",
    },
  },
  flow_instance: { rows: (students) => Math.ceil(students / 100), columns: { next_key: "9" } },
  flow_task: {
    rows: (students) => Math.ceil(students / 100),
    columns: {
      process_instance_id: "n",
      task_key: "'t3'",
      execution: "'e1'",
      is_starters: "false",
      candidate_users: "'{}'",
      candidate_groups: "array['firstReviewer']",
      candidates: "array['firstReviewer']",
    },
  },
};
