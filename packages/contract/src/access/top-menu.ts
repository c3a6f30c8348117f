import { type Row, entity } from '../core/entity.ts'
import { int, text } from '../core/field.ts'

export const TopMenu = entity(
  'TopMenu',
  '顶部菜单',
  'Top menu',
  {
    code: text(20, '编号', 'Number', 'required'),
    name: text(50, '名称', 'Name', 'required'),
    nameEn: text(100, '英文名称', 'English name'),
    source: text(60, '图标', 'Icon'),
    sort: int('排序', 'Order', 'required'),
  },
  { filters: ['name', 'code'], sorts: ['sort', 'name'], order: ['sort'], title: 'name' },
)
export interface TopMenuRow extends Row<typeof TopMenu> {}
