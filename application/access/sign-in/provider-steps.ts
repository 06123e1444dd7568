import type { ProviderStep } from '../../ports/sign-in-providers.js';

/**
 * Runs the steps of a provider test up to the first failure; never throws.
 * @param first name of the first step
 * @param work calls `begin` with the name of each further step. Returns the problem of the last step, if any, or throws it.
 * @param reasonOf text of a thrown problem
 */
export async function testSteps(
  first: string,
  work: (begin: (step: string) => void) => Promise<string | undefined>,
  reasonOf: (error: unknown) => string,
): Promise<ProviderStep[]> {
  const steps = [first];
  const problem = await work((step) => steps.push(step)).catch(reasonOf);
  return steps.map((step, index) => ({ step, problem: index === steps.length - 1 ? (problem ?? null) : null }));
}
