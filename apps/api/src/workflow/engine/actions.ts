/** What the product offers to processes: the closed lists. Whatever is not named here cannot be reached from a model. */
export interface ProductActions {
  /** Names that a service task may run: `notify`, `setBusinessState`, … */
  readonly actions: readonly string[];
  /** Names that expressions may call: `leaderOf`, `users.leaderOf`, … */
  readonly methods: readonly string[];
}

/** Offers nothing: models can be drawn and read, and their service tasks compute alone. */
export const noActions: ProductActions = { actions: [], methods: [] };
