import type { GradeRow } from '@jipei/contract/exams/grade.ts'
import { useSyncExternalStore } from 'react'

export type Part = 'theoryScore' | 'practiceScore' | 'reviewScore'
export type ScoreDraft = Partial<Pick<GradeRow, Part | 'isAbsent' | 'isCheat'>>

/** What is typed into a score sheet and not saved. Outside of the sheet's state, so that a key in one row renders that row only. */
export class ScoreDrafts {
  private readonly drafts = new Map<string, ScoreDraft>()
  private readonly listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  of(id: string): ScoreDraft | undefined {
    return this.drafts.get(id)
  }

  get dirty(): boolean {
    return this.drafts.size > 0
  }

  /** The changed rows as they are saved: a score that was deleted is none. */
  changes(): (ScoreDraft & { id: string })[] {
    return [...this.drafts].map(([id, draft]) => ({ id, ...Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, value === '' ? null : value])) }))
  }

  edit(id: string, change: ScoreDraft): void {
    this.drafts.set(id, { ...this.drafts.get(id), ...change })
    this.tell()
  }

  clear(): void {
    this.drafts.clear()
    this.tell()
  }

  private tell(): void {
    for (const listener of this.listeners) listener()
  }
}

export const useScoreDraft = (drafts: ScoreDrafts, id: string): ScoreDraft | undefined => useSyncExternalStore(drafts.subscribe, () => drafts.of(id))

export const useDirty = (drafts: ScoreDrafts): boolean => useSyncExternalStore(drafts.subscribe, () => drafts.dirty)
