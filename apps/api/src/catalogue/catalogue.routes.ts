import type { Domain } from "../core/http/implement.ts";
import { catalogueExports } from "./catalogue.exports.ts";
import { courseSubsidyFileRoutes } from "./course-subsidy-file.routes.ts";
import { courseImporter, courseRoutes } from "./course.routes.ts";
import { declareConditionImporter, declareConditionRoutes } from "./declare-condition.routes.ts";
import { enterpriseCourseRoutes } from "./enterprise-course.routes.ts";
import { SubsidyStandard } from "@jipei/contract/catalogue/subsidy-standard.ts";
import { TrainingSubsidyKind } from "@jipei/contract/catalogue/training-subsidy-kind.ts";
import { derived } from "../core/database/sql.ts";
import { pendingChangeSql } from "../policy/policy.queries.ts";
import { standards } from "./subsidy-standard.ts";
import { subsidyStandardRoutes } from "./subsidy-standard.routes.ts";
import { kinds, trainingSubsidyKindRoutes } from "./training-subsidy-kind.ts";

export const catalogue: Domain = {
  name: "catalogue",
  routes: [
    ...courseRoutes,
    ...enterpriseCourseRoutes,
    ...courseSubsidyFileRoutes,
    ...declareConditionRoutes,
    ...subsidyStandardRoutes,
    ...trainingSubsidyKindRoutes,
    ...catalogueExports,
  ],
  importers: [courseImporter, declareConditionImporter],
  derived: [
    derived(SubsidyStandard, "policyChangeId", pendingChangeSql("SubsidyStandard")),
    derived(TrainingSubsidyKind, "policyChangeId", pendingChangeSql("TrainingSubsidyKind")),
  ],
  reactions: [standards.answer, kinds.answer],
  constraints: {
    training_subsidy_kind_overlap: "DUPLICATE",
    training_subsidy_kind_one: "DUPLICATE",
    kinds_go_together: "KIND_MISMATCH",
  },
};
