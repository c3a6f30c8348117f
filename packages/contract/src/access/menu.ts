import { type Row, entity } from '../core/entity.ts'
import { code, codeList, int, text, texts } from '../core/field.ts'

export const menuCategory = codeList('MENU_CATEGORY', '菜单类型', 'Kind of menu entry', { '1': ['菜单', 'Menu'], '2': ['按钮', 'Button'] })
export const menuAction = codeList('MENU_ACTION', '操作权限类型', 'Where a button stands', {
  '0': ['无', 'Nowhere'],
  '1': ['工具栏', 'Toolbar'],
  '2': ['操作栏', 'Row'],
  '3': ['工具操作栏', 'Both'],
})
export const menuOpen = codeList('MENU_OPEN', '新窗口', 'New window', { '1': ['否', 'No'], '2': ['是', 'Yes'] })

/** A menu entry as it is kept; the signed-in user's menu is `MenuItem` of auth/menu.ts. */
export const Menu = entity(
  'Menu',
  '菜单',
  'Menu entry',
  {
    menuNo: text(20, '菜单编号', 'Number', 'required'),
    supMenuNo: text(20, '上级菜单', 'Part of'),
    name: text(50, '菜单名称', 'Name', 'required'),
    nameEn: text(100, '英文名称', 'English name'),
    code: text(60, '菜单编码', 'Code', 'required'),
    href: text(200, '路由地址', 'Route', 'submit'),
    icon: text(60, '图标', 'Icon'),
    category: code(menuCategory, '菜单类型', 'Kind', 'required'),
    action: code(menuAction, '操作权限类型', 'Where'),
    isOpen: code(menuOpen, '新窗口', 'New window', 'required'),
    orderBy: int('排序', 'Order', 'required'),
    roles: texts(50, '可见角色', 'Roles that see it'),
    programNo: text(20, '程序编号', 'Program', 'required'),
  },
  { filters: ['name', 'code', 'category'], sorts: ['orderBy', 'name'], order: ['orderBy'], title: 'name' },
)
export interface MenuRow extends Row<typeof Menu> {}
