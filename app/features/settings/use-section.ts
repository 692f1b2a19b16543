import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type InferResponseType, parseResponse } from 'hono/client';
import type { SettingsSection } from '#domain/settings/sections.ts';
import { type AdminApi, useAdminSession } from '../auth/session-guard.tsx';

type Api = AdminApi['settings'];

/** What is told of a section without its value: which version stands, and who saved it when. */
export type SectionSummary = InferResponseType<Api['$get'], 200>['items'][number];

/** What stands of a section, and what it would be as the site came. */
export interface SectionState<Value> extends SectionSummary {
  value: Value;
  defaults: Value;
}

/** A kept version of a section. */
export type SectionVersion<Value> = Omit<SectionState<Value>, 'defaults'>;

// Named after the table: whatever changes it makes these be read again (useLiveUpdates).
const table = 'settings_versions';
const sectionKey = (section: SettingsSection) => [table, 'section', section];

/** Reads what stands of all sections, without their values. */
export function useSectionSummaries() {
  const { api } = useAdminSession();
  return useQuery({
    queryKey: [table, 'all'],
    queryFn: ({ signal }) => parseResponse(api.settings.$get({}, { init: { signal } })),
  });
}

/** Reads what stands of a section. */
export function useSectionState<Value>(section: SettingsSection) {
  const { api } = useAdminSession();
  return useQuery({
    queryKey: sectionKey(section),
    queryFn: async ({ signal }) => {
      const answer = api.settings[':section'].$get({ param: { section } }, { init: { signal } });
      // Which section it is of, the path alone says.
      return (await parseResponse(answer)) as SectionState<unknown> as SectionState<Value>;
    },
  });
}

/** Reads the kept versions of a section, newest first. */
export function useSectionVersions<Value>(section: SettingsSection, isWanted: boolean) {
  const { api } = useAdminSession();
  return useQuery({
    queryKey: [table, 'versions', section],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const answer = api.settings[':section'].versions.$get(
        { param: { section } },
        { init: { signal } },
      );
      return (await parseResponse(answer))
        .items as SectionVersion<unknown>[] as SectionVersion<Value>[];
    },
  });
}

/** Returns what saves a section in the place of the version that was read; `null` is the default again. */
export function useSaveSection<Value extends object>(section: SettingsSection) {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  return async (version: number, value: Value | null) => {
    const response = await api.settings[':section'].$put({
      param: { section },
      json: { version, value: value as Record<string, unknown> | null },
    });
    if (!response.ok) return { response, state: undefined };
    const state = (await response.json()) as SectionState<unknown> as SectionState<Value>;
    queryClient.setQueryData(sectionKey(section), state);
    void queryClient.invalidateQueries({ queryKey: [table, 'all'] });
    void queryClient.invalidateQueries({ queryKey: [table, 'versions', section] });
    return { response, state };
  };
}
