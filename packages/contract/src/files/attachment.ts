import { crudCalls } from '../core/call.ts'
import { type Row, entity } from '../core/entity.ts'
import { int, ref, text } from '../core/field.ts'

/** An uploaded file. It belongs to the business rows that name it; who may see such a row may fetch the file. */
export const Attachment = entity(
  'Attachment',
  '系统附件',
  'Attachment',
  {
    fileName: text(200, '文件名', 'File name', 'required'),
    fileType: text(12, '文件类型', 'File type', 'computed'),
    fileSize: int('文件大小', 'File size', 'computed', { unitZh: '字节', unitEn: 'bytes' }),
    attLink: text(500, '链接', 'Link', 'computed'),
    prjId: text(20, '业务ID', 'Project'),
    flowNode: text(30, '流程节点', 'Step'),
    originalName: text(200, '原名', 'Original name', 'computed'),
    bizType: text(60, '业务类型', 'Belongs to', 'computed'),
    bizId: text(20, '业务主键', 'Row', 'computed'),
    sha256: text(64, '摘要', 'SHA-256', 'computed'),
    downloadCount: int('下载次数', 'Downloads', 'computed'),
    orgId: ref('Organisation', '机构', 'Institution', 'computed'),
    entId: ref('Department', '企业', 'Enterprise', 'computed'),
  },
  { idName: 'attId', title: 'fileName', filters: ['fileName', 'fileType', 'bizType', 'bizId', 'prjId', 'flowNode', 'createTime'], sorts: ['fileName', 'fileSize'], order: ['-createTime'] },
)
export interface AttachmentRow extends Row<typeof Attachment> {}

export const attachmentCalls = crudCalls(Attachment, '/api/zjgrsj-file/attach', 'attach')
