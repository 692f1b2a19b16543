import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** The route table: every path that a visitor can reach. */
export default [
  layout('routes/site-layout.tsx', [
    index('routes/home.tsx'),
    route('services', 'routes/services.tsx'),
    route('about', 'routes/about.tsx'),
    route('mentorship', 'routes/mentorship.tsx'),
    route('booking/:token', 'routes/booking.tsx'),
    route('pay/:token', 'routes/pay.tsx'),
    route('community', 'routes/community.tsx'),
    route('contact', 'routes/contact.tsx'),
    route('privacy', 'routes/privacy.tsx'),
    route('terms', 'routes/terms.tsx'),
    route('privacy/request', 'routes/privacy-request.tsx'),
    route('videos', 'routes/videos.tsx'),
    route('freebies', 'routes/freebies.tsx'),
    route('education', 'routes/posts.tsx', { id: 'education' }),
    route('education/:id', 'routes/post.tsx', { id: 'education-post' }),
    route('blog', 'routes/posts.tsx', { id: 'blog' }),
    route('blog/:id', 'routes/post.tsx', { id: 'blog-post' }),
    layout('routes/account-layout.tsx', [
      route('login', 'routes/login.tsx'),
      route('login/sign-up', 'routes/sign-in-by-mail.tsx', { id: 'sign-up' }),
      route('login/confirm', 'routes/sign-in-by-mail.tsx', { id: 'confirm-sign-up' }),
      route('login/forgot-password', 'routes/sign-in-by-mail.tsx', { id: 'forgot-password' }),
      route('login/magic-link', 'routes/sign-in-by-mail.tsx', { id: 'magic-link' }),
      route('login/code', 'routes/sign-in-by-mail.tsx', { id: 'request-code' }),
      route('login/new-password', 'routes/sign-in-by-mail.tsx', { id: 'new-password' }),
      route('login/open-link', 'routes/sign-in-by-mail.tsx', { id: 'open-magic-link' }),
      route('login/verify-code', 'routes/sign-in-by-mail.tsx', { id: 'verify-code' }),
      route('login/challenge', 'routes/challenge.tsx'),
      route('login/provider', 'routes/sign-in-by-provider.ts'),
      route('login/setup', 'routes/sign-in-by-mail.tsx', { id: 'set-up' }),
    ]),
    route('waiting/:page', 'routes/waiting.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
  // The admin has its own frame, without the site's header and footer.
  layout('routes/account-layout.tsx', { id: 'admin-area' }, [
    route('admin', 'routes/admin.tsx', [
      index('routes/admin-place.tsx', { id: 'admin-leads' }),
      ...[
        'bookings',
        'events',
        'courses',
        'blog',
        'testimonials',
        'videos',
        'freebies',
        'today',
        'more',
        'trash',
        'people',
        'visits',
        'money',
      ].map((place) => route(place, 'routes/admin-place.tsx', { id: `admin-${place}` })),
      route('account', 'routes/account.tsx'),
      route('settings', 'routes/settings-layout.tsx', [
        index('routes/settings-section.tsx', { id: 'settings-overview' }),
        ...['site', 'offers', 'booking', 'payments', 'pictures', 'texts', 'legal', 'mail'].map(
          (section) => route(section, 'routes/settings-section.tsx', { id: `settings-${section}` }),
        ),
      ]),
    ]),
  ]),
  route('booking/:token/invitation.ics', 'routes/booking-invitation.ts'),
] satisfies RouteConfig;
