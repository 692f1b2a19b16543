import type { DatabaseCircuit } from '#server/db/circuit.ts';

/** What must hold for the process to do all its work. */
export interface Readiness {
  database: boolean;
  migrations: boolean;
  jobs: boolean;
}

interface CheckReadinessDeps {
  circuit: DatabaseCircuit;
  /** Throws when the database does not answer. */
  pingDatabase: () => Promise<void>;
  isMigrated: () => boolean;
  areJobsRunning: () => boolean;
}

/** Asks the database for at most a second. Never throws. */
export async function checkReadiness(deps: CheckReadinessDeps): Promise<Readiness> {
  const database = await deps.circuit.run(deps.pingDatabase, 1_000).then(
    () => true,
    () => false,
  );
  return { database, migrations: deps.isMigrated(), jobs: deps.areJobsRunning() };
}
