import type { WireTables } from "../wire-table.ts";

export const filesFields: WireTables = {
  Attachment: `
    attId=:id fileName!:200 fileType=:12 fileSize=:int attLink=:500 prjId:20 flowNode:30 originalName=:200
    extension=:12 domain=:200 bizType=:30 bizId=:20 sha256=:64`,
  StorageProvider: `
    category!:code ossCode!:20 endpoint!:300 accessKey!:100 secretKey!:100 bucketName!:100 appId:50 region:50
    status=:code remark:255`,
};
