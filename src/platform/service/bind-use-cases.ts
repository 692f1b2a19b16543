/** A use case without its first parameter, the dependencies. */
type Bound<UseCase> = UseCase extends (deps: never, ...given: infer Given) => infer Result
  ? (...given: Given) => Result
  : never;

/** Binds use cases to their dependencies; callers pass the other arguments. */
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
