import { useRouteLoaderData } from 'react-router';

/** What the sign-in offers besides passwords and mails. */
export interface Doors {
  /** What the provider is called whose accounts can sign in; nothing where there is none. */
  providerName: string | null;
}

const none: Doors = { providerName: null };

/** What the layout around the sign-in and the admin knows of its doors. */
export const useDoors = (): Doors => useRouteLoaderData<Doors>('routes/account-layout') ?? none;
