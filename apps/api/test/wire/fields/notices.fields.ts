import type { WireTables } from "../wire-table.ts";

export const noticesFields: WireTables = {
  DeskNotice: "title!:255 category!:code releaseTime!:datetime content!:long categoryName=:50",
  Notice: `
    noticeId=:id title!:200 categoryId!:id content!:long target!:codes isTop!:code publishStatus=:code
    publishTime=:datetime publishUser=:id expireDate:date readCount=:int attachmentList:files`,
  FileNotice: `
    fileNoticeId=:id fileNo:60 title!:200 issueOrg!:100 issueDate!:date fileKind!:code summary:500 publishStatus=:code
    attachmentList:files`,
  SecondaryInfo: `
    secondaryId=:id categoryId!:id categoryName=:50 title!:200 content!:long linkUrl:300 sort!:int isSealed!:code`,
  TrainNews: `
    newsId=:id title!:200 coverAttId:id source:100 author:50 content!:long publishStatus=:code publishTime=:datetime
    readCount=:int`,
  NoticeCategory: "categoryId=:id categoryNo!:20 categoryName!:50 parentId:id sort!:int isValid!:code",
  SmsMessage: `
    groupId=:32 systemId=:20 messageType=:code phoneNumber=:11 message=:500 bizType=:20 bizId=:20 sendStatus=:code
    sendTime=:datetime failReason=:200`,
  SmsProvider: `
    category!:code smsCode!:20 templateId!:64 accessKey!:100 secretKey:100 regionId:50 signName!:50 status=:code
    remark:255`,
};
