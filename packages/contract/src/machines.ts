import type { Machine } from './core/machine.ts'
import { certificateMachine } from './exams/certificate.machine.ts'
import { gradeMachine } from './exams/grade.machine.ts'
import { testApplicationMachine } from './exams/test-application.machine.ts'
import { paymentMachine } from './subsidies/payment.machine.ts'
import { subsidyApplicationMachine } from './subsidies/subsidy-application.machine.ts'

/** All state machines: for the API and tests. A web page imports its own machine only. */
export const machines: readonly Machine<any, any>[] = [
  certificateMachine,
  gradeMachine,
  paymentMachine,
  subsidyApplicationMachine,
  testApplicationMachine,
]
