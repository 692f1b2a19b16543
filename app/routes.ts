import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** The route table of the site. Every path a visitor can reach stands here. */
export default [
  layout('routes/site-layout.tsx', [
    index('routes/home.tsx'),
    route('services', 'routes/services.tsx'),
    route('about', 'routes/about.tsx'),
    route('mentorship', 'routes/mentorship.tsx'),
    route('community', 'routes/community.tsx'),
    route('contact', 'routes/contact.tsx'),
    route('videos', 'routes/videos.tsx'),
    route('freebies', 'routes/freebies.tsx'),
    route('education', 'routes/posts.tsx', { id: 'education' }),
    route('education/:id', 'routes/post.tsx', { id: 'education-post' }),
    route('blog', 'routes/posts.tsx', { id: 'blog' }),
    route('blog/:id', 'routes/post.tsx', { id: 'blog-post' }),
    route('login', 'routes/login.tsx'),
    route('login/setup', 'routes/setup-admin.tsx'),
    route('admin', 'routes/admin.tsx', [
      index('routes/admin-tab.tsx', { id: 'admin-leads' }),
      ...['bookings', 'events', 'courses', 'blog', 'testimonials', 'videos', 'freebies'].map(
        (tab) => route(tab, 'routes/admin-tab.tsx', { id: `admin-${tab}` }),
      ),
    ]),
    route('*', 'routes/not-found.tsx'),
  ]),
] satisfies RouteConfig;
