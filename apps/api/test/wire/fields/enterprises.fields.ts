import type { WireTables } from "../wire-table.ts";

export const enterprisesFields: WireTables = {
  EnterpriseTotal: `
    entId=:id entNo=:6 entName!:100 creditCode!:18 year!:int regionCode!:12 industryCode!:5 entScale!:code isHighRisk!:code
    address!:200 legalPerson!:50 contact!:50 contactPhone!:11 bankName?:100 bankAccount?:30 bankAccountName?:100
    employeeCount!:int skilledCount!:int highSkilledCount!:int eduFund:14.2 insuredCount=:int planTrainCount:int
    trainedCount=:int certCount=:int subsidyAmount=:14.2 isBlack=:code`,
  InjuryRecord: `
    injuryId=:id injuryNo=:20 entId:id name!:50 idType!:code idNumber!:18 sex=:code birthday=:date nation:code
    education!:code phone!:11 postName!:50 injuryTime!:datetime injuryPlace!:200 accidentType!:code injuryGrade!:code
    injuryPart:100 lostDays!:int deathCount!:int cause!:long measure?:long isTrained!:code isRecognized:code isLock=:code
    lockUser=:id lockTime=:datetime attachmentList:files`,
};
