import type { WireTables } from "./wire-table.ts";

export const noticesFields: WireTables = {
  DeskNotice: "title!:255 category!:code releaseTime!:datetime content!:long categoryName=:50",
  Notice: `
    noticeId=:id title!:200 categoryId!:id content!:long target!:codes isTop!:code publishStatus=:code
    publishTime=:datetime publishUser=:id expireDate:date readCount=:int attachmentList:files`,
  NoticeCategory: "categoryId=:id categoryNo!:20 categoryName!:50 parentId:id sort!:int isValid!:code",
  SmsMessage: `
    groupId=:32 systemId=:20 messageType=:code phoneNumber=:11 message=:500 bizType=:20 bizId=:20 sendStatus=:code
    sendTime=:datetime failReason=:200`,
  SmsProvider: `
    category!:code smsCode!:20 templateId!:64 accessKey!:100 secretKey:100 regionId:50 signName!:50 status=:code
    remark:255`,
};
