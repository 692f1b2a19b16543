export { EventsSection } from './events-section.tsx';
export { LinkedText } from './linked-text.tsx';
export { PostContent } from './post-content.tsx';
export { PostFacts, PostList } from './post-list.tsx';
export { PostPicture } from './post-picture.tsx';
export { PostSearch } from './post-search.tsx';
