import { type Context, Hono } from 'hono';
import {
  isPreviewMail,
  type PreviewMail,
  settingsParam,
  settingsPreview,
  settingsSave,
} from '#features/settings/rules/sections.ts';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import { requireAdmin } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { jsonBody } from '#platform/http/request-body.ts';
import { valid } from '#platform/http/validate-request.ts';
import type { SettingsServices } from './create-settings-services.ts';
import type { PublicSettings } from './public-settings.ts';

interface SettingsResourceDeps extends AdminGuard {
  services: {
    settings: SettingsServices;
    /** Returns an example of an email with unsaved texts. */
    previewMail: (typed: {
      mail: PreviewMail;
      value: unknown;
    }) => Promise<{ subject: string; html: string }>;
  };
  /** Renders a public page with unsaved settings, bypassing the page cache. */
  renderPage: (c: Context<HttpEnv>, path: string, settings: PublicSettings) => Promise<Response>;
}

/** The settings by section, for the admin. */
export function createSettingsResource({
  accounts,
  services: { settings, previewMail },
  renderPage,
}: SettingsResourceDeps) {
  const signedIn = adminRoutes({ accounts }, { keepsNames: true });
  return new Hono<HttpEnv>()
    .get(
      '/',
      signedIn({}, () => settings.listSections()),
    )
    .get('/:section', signedIn({ param: settingsParam }, settings.readSection))
    .get('/:section/versions', signedIn({ param: settingsParam }, settings.listSectionVersions))
    .post(
      '/:section/preview',
      requireAdmin(accounts),
      valid('param', settingsParam),
      jsonBody(settingsPreview),
      async (c) => {
        const { path, value } = c.req.valid('json');
        if (isPreviewMail(path)) return c.json(await previewMail({ mail: path, value }));
        const unsaved = await settings.previewSettings({ ...c.req.valid('param'), value });
        const page = await renderPage(c as unknown as Context<HttpEnv>, path, unsaved);
        return c.json({ subject: null, html: await page.text() });
      },
    )
    .put(
      '/:section',
      signedIn({ param: settingsParam, json: settingsSave }, (saved, { email: savedBy }) =>
        settings.saveSection({ ...saved, savedBy }),
      ),
    );
}
