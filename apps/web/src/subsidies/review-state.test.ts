import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountOf, approvedSum, isOpen, sortedLines } from './review-state.ts'

const line = (id: string, trialResult: string, applyAmount = '1000.00', detailStatus = '0') => ({ id, trialResult, applyAmount, detailStatus, approvedAmount: null }) as never

test('rows still open come first, the worst of them on top', () => {
  const lines = [line('1', '1'), line('2', '3'), line('3', '2'), line('4', '3', '1.00', '2')]
  assert.deepEqual(sortedLines(lines, { '2': { detailStatus: '2', unApproveReason: 'x' } }).map((one) => one.id), ['3', '1', '2', '4'])
})

test('the sum follows the decisions, to the fen', () => {
  const lines = [line('1', '1', '1000.10'), line('2', '1', '0.20'), line('3', '3', '500.00')]
  assert.deepEqual(approvedSum(lines, { '3': { detailStatus: '2', unApproveReason: 'x' }, '1': { detailStatus: '1', approvedAmount: '999.95' } }), { count: 2, amount: '1000.15' })
})

test('nothing is payable for a blocked row until it is decided on', () => {
  const lines = [line('1', '1'), line('2', '3', '500.00')]
  assert.deepEqual([amountOf(lines[1] as never, {}), approvedSum(lines, {})], ['0.00', { count: 1, amount: '1000.00' }])
})

test('a warning is open until it is confirmed by hand, a block always', () => {
  const finding = (severity: string, isIgnored: string | null, isPass = '0') => ({ severity, isIgnored, isPass }) as never
  assert.deepEqual([isOpen(finding('1', null)), isOpen(finding('2', null)), isOpen(finding('2', '1')), isOpen(finding('1', '1')), isOpen(finding('1', null, '1'))], [true, true, false, true, false])
})
