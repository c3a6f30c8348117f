import type { WireTables } from "../wire-table.ts";

export const workflowFields: WireTables = {
  FlowModel: `modelId=:id modelKey=:60 name=:100 category=:code lastUpdated=:datetime key=:60 deploymentId=:64`,
  FlowDefinition: `
    processDefinitionId=:id deploymentId=:64 key=:60 name=:100 category=:code state=:code deployTime=:datetime
    routeKey=:60 routeValue=:200`,
  FlowTask: `
    taskId=:id taskName=:100 taskDefinitionKey=:100 processInstanceId=:id processDefinitionId=:id processDefinitionKey=:60
    processDefinitionName=:100 category=:code businessId=:20 routeKey=:60 routeValue=:200 assignee=:id assigneeName=:50
    candidateRoles=:texts comment=:500 claimTime=:datetime endTime=:datetime status=:code`,
  FlowFollow: `
    processInstanceId=:id processDefinitionId=:id processDefinitionKey=:60 processDefinitionName=:100 category=:code
    businessId=:20 startUser=:id startUserName=:50 startTime=:datetime endTime=:datetime status=:code deleteReason=:200
    routeKey=:60 routeValue=:200`,
  Leave: `
    businessId=:id processDefinitionId=:id processInstanceId=:id startTime=:datetime endTime=:datetime reason=:500
    taskUser=:id applyTime=:datetime applicantName=:50 approverName=:50 status=:code`,
};
