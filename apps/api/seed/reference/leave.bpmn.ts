/** The process of a leave as it comes with the product: somebody asks, the one whom they chose decides. */
export const leaveBpmn = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:omgdc="http://www.omg.org/spec/DD/20100524/DC" xmlns:omgdi="http://www.omg.org/spec/DD/20100524/DI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="http://jipei.example/leave">
  <process id="leave" name="请假" isExecutable="true">
    <startEvent id="start" name="发起" flowable:initiator="applicant" />
    <sequenceFlow id="toApply" sourceRef="start" targetRef="apply" />
    <userTask id="apply" name="填写请假单" flowable:assignee="\${starter}">
      <extensionElements>
        <flowable:formProperty id="startTime" name="开始时间" type="string" required="true" />
        <flowable:formProperty id="endTime" name="结束时间" type="string" required="true" />
        <flowable:formProperty id="reason" name="请假理由" type="string" required="true" />
      </extensionElements>
    </userTask>
    <sequenceFlow id="toApprove" sourceRef="apply" targetRef="approve" />
    <userTask id="approve" name="审批" flowable:assignee="\${taskUser}">
      <extensionElements>
        <flowable:formProperty id="startTime" name="开始时间" type="string" writable="false" />
        <flowable:formProperty id="endTime" name="结束时间" type="string" writable="false" />
        <flowable:formProperty id="reason" name="请假理由" type="string" writable="false" />
      </extensionElements>
    </userTask>
    <sequenceFlow id="toDecision" sourceRef="approve" targetRef="decision" />
    <exclusiveGateway id="decision" name="是否批准" default="toRefused" />
    <sequenceFlow id="toApproved" name="批准" sourceRef="decision" targetRef="approved">
      <conditionExpression xsi:type="tFormalExpression">\${pass}</conditionExpression>
    </sequenceFlow>
    <sequenceFlow id="toRefused" name="不批准" sourceRef="decision" targetRef="refused" />
    <endEvent id="approved" name="已批准" />
    <endEvent id="refused" name="未批准" />
  </process>
  <bpmndi:BPMNDiagram id="diagram">
    <bpmndi:BPMNPlane id="plane" bpmnElement="leave">
      <bpmndi:BPMNShape id="start_di" bpmnElement="start"><omgdc:Bounds x="160" y="142" width="36" height="36" /></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="apply_di" bpmnElement="apply"><omgdc:Bounds x="250" y="120" width="100" height="80" /></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="approve_di" bpmnElement="approve"><omgdc:Bounds x="410" y="120" width="100" height="80" /></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="decision_di" bpmnElement="decision" isMarkerVisible="true"><omgdc:Bounds x="575" y="135" width="50" height="50" /></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="approved_di" bpmnElement="approved"><omgdc:Bounds x="702" y="142" width="36" height="36" /></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="refused_di" bpmnElement="refused"><omgdc:Bounds x="702" y="252" width="36" height="36" /></bpmndi:BPMNShape>
      <bpmndi:BPMNEdge id="toApply_di" bpmnElement="toApply"><omgdi:waypoint x="196" y="160" /><omgdi:waypoint x="250" y="160" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="toApprove_di" bpmnElement="toApprove"><omgdi:waypoint x="350" y="160" /><omgdi:waypoint x="410" y="160" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="toDecision_di" bpmnElement="toDecision"><omgdi:waypoint x="510" y="160" /><omgdi:waypoint x="575" y="160" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="toApproved_di" bpmnElement="toApproved"><omgdi:waypoint x="625" y="160" /><omgdi:waypoint x="702" y="160" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="toRefused_di" bpmnElement="toRefused"><omgdi:waypoint x="600" y="185" /><omgdi:waypoint x="600" y="270" /><omgdi:waypoint x="702" y="270" /></bpmndi:BPMNEdge>
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</definitions>
`;
