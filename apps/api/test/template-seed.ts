/**
 * Fills the template database once, after the migrations and before it is cloned for the test files: only reference data that
 * every test may rely on.
 */
export async function seedTemplate(_url: string): Promise<void> {}
