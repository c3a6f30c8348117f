import { StartupType, startupTypeCalls } from '@jipei/contract/teaching/startup-type.ts'
import { crudRoutes } from '../core/crud.ts'
import { refuseTwin, refuseUsed } from '../core/references.ts'
import { validRows } from './teaching.scope.ts'

export const startupTypeRoutes = crudRoutes(startupTypeCalls, {
  entity: StartupType,
  resource: 'entrepreneurial_type',
  scope: validRows,
  async beforeSave(tx, _actor, merged) {
    await refuseTwin(tx, StartupType, merged['id'], { typeNo: merged['typeNo'] }, 'DUPLICATE', { field: { zh: '类型编号', en: 'Type number' } })
    return {}
  },
  beforeRemove: (tx, _actor, rows) => refuseUsed(tx, 'DEPENDENCY_IN_USE', rows.map((row) => row['id']), ['course.entrepreneurial_type_id']),
})
