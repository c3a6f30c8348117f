import { date, id, int, text } from "../../core/fields/field.ts";

/** A file of something that is published, under the names that older clients read. */
export const attachedFile = {
  id: id("附件ID", "File", "required"),
  attId: id("附件ID", "File", "required"),
  fileName: text(200, "文件名", "File name", "required"),
  fileType: text(12, "文件类型", "File type", "required"),
  fileSize: int("文件大小", "Size", "required"),
  attLink: text(500, "链接", "Link", "required"),
  createTime: date("上传时间", "Uploaded", "required"),
  downloadCount: int("下载次数", "Downloads", "required"),
};
