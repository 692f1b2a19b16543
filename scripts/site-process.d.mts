export const siteArguments: string[];
export const siteEnvironment: { NODE_ENV: string; MALLOC_ARENA_MAX: string };
