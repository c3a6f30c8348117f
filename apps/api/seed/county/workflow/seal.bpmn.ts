/** What was asked for, to whoever decides about it. */
const asked = `<flowable:formProperty id="paper" name="文件名称" type="string" writable="false" />
        <flowable:formProperty id="copies" name="份数" type="long" writable="false" />
        <flowable:formProperty id="importance" name="重要程度" type="enum" writable="false">
          <flowable:value id="usual" name="一般" />
          <flowable:value id="high" name="重要" />
        </flowable:formProperty>
        <flowable:formProperty id="scan" name="文件扫描件" type="file" writable="false" />`;

/** A process of the demo county: somebody asks for the seal, an officer checks the paper, the leader decides about important ones. */
export const sealBpmn = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:omgdc="http://www.omg.org/spec/DD/20100524/DC" xmlns:omgdi="http://www.omg.org/spec/DD/20100524/DI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="http://jipei.example/seal">
  <process id="seal" name="用印申请" isExecutable="true">
    <startEvent id="start" name="发起" />
    <sequenceFlow id="toApply" sourceRef="start" targetRef="apply" />
    <userTask id="apply" name="填写用印申请" flowable:assignee="\${starter}">
      <extensionElements>
        <flowable:formProperty id="paper" name="文件名称" type="string" required="true" inLists="true" />
        <flowable:formProperty id="copies" name="份数" type="long" required="true" />
        <flowable:formProperty id="importance" name="重要程度" type="enum" required="true" inLists="true">
          <flowable:value id="usual" name="一般" />
          <flowable:value id="high" name="重要" />
        </flowable:formProperty>
        <flowable:formProperty id="scan" name="文件扫描件" type="file" />
      </extensionElements>
    </userTask>
    <sequenceFlow id="toCheck" sourceRef="apply" targetRef="check" />
    <userTask id="check" name="核对文件" flowable:candidateGroups="clerk,secondReviewer" flowable:dueDate="P2D">
      <extensionElements>
        ${asked}
        <flowable:formProperty id="number" name="登记号" type="string" />
      </extensionElements>
    </userTask>
    <sequenceFlow id="toWhether" sourceRef="check" targetRef="whether" />
    <exclusiveGateway id="whether" name="是否需领导审批" default="toDone" />
    <sequenceFlow id="toLeader" name="重要" sourceRef="whether" targetRef="decide">
      <conditionExpression xsi:type="tFormalExpression">\${pass &amp;&amp; importance == 'high'}</conditionExpression>
    </sequenceFlow>
    <sequenceFlow id="toDone" name="一般或不同意" sourceRef="whether" targetRef="done" />
    <userTask id="decide" name="领导审批" flowable:candidateGroups="leader">
      <extensionElements>
        ${asked}
        <flowable:formProperty id="number" name="登记号" type="string" writable="false" />
      </extensionElements>
    </userTask>
    <sequenceFlow id="toEnd" sourceRef="decide" targetRef="done" />
    <endEvent id="done" name="结束" />
  </process>
  <bpmndi:BPMNDiagram id="diagram">
    <bpmndi:BPMNPlane id="plane" bpmnElement="seal">
      <bpmndi:BPMNShape id="start_di" bpmnElement="start"><omgdc:Bounds x="160" y="142" width="36" height="36" /></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="apply_di" bpmnElement="apply"><omgdc:Bounds x="250" y="120" width="100" height="80" /></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="check_di" bpmnElement="check"><omgdc:Bounds x="410" y="120" width="100" height="80" /></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="whether_di" bpmnElement="whether" isMarkerVisible="true"><omgdc:Bounds x="575" y="135" width="50" height="50" /></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="decide_di" bpmnElement="decide"><omgdc:Bounds x="690" y="120" width="100" height="80" /></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="done_di" bpmnElement="done"><omgdc:Bounds x="862" y="142" width="36" height="36" /></bpmndi:BPMNShape>
      <bpmndi:BPMNEdge id="toApply_di" bpmnElement="toApply"><omgdi:waypoint x="196" y="160" /><omgdi:waypoint x="250" y="160" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="toCheck_di" bpmnElement="toCheck"><omgdi:waypoint x="350" y="160" /><omgdi:waypoint x="410" y="160" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="toWhether_di" bpmnElement="toWhether"><omgdi:waypoint x="510" y="160" /><omgdi:waypoint x="575" y="160" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="toLeader_di" bpmnElement="toLeader"><omgdi:waypoint x="625" y="160" /><omgdi:waypoint x="690" y="160" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="toDone_di" bpmnElement="toDone"><omgdi:waypoint x="600" y="185" /><omgdi:waypoint x="600" y="270" /><omgdi:waypoint x="880" y="270" /><omgdi:waypoint x="880" y="178" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="toEnd_di" bpmnElement="toEnd"><omgdi:waypoint x="790" y="160" /><omgdi:waypoint x="862" y="160" /></bpmndi:BPMNEdge>
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</definitions>
`;
