/** What is left of a use case once it has what it works on. */
type Bound<UseCase> = UseCase extends (deps: never, ...given: infer Given) => infer Result
  ? (...given: Given) => Result
  : never;

/** Gives use cases what they work on; their callers say the rest. */
export function bindUseCases<
  Deps,
  UseCases extends Record<string, (deps: Deps, ...given: never[]) => unknown>,
>(deps: Deps, useCases: UseCases): { [Name in keyof UseCases]: Bound<UseCases[Name]> } {
  const bound = Object.entries(useCases).map(([name, useCase]) => [
    name,
    (...given: never[]) => useCase(deps, ...given),
  ]);
  return Object.fromEntries(bound);
}
