import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { PostListHeader, PostListSkeleton } from './post-list.tsx';

/** A page that comes sooner than this takes the place of the one before without a step between, in milliseconds. */
const patienceMs = 120;

const isPostList = (pathname: string) => /^\/(?:education|blog)\/?$/.test(pathname);

/** Whether the list of posts, or another page of it, has been on its way for a moment. */
export function useIsPostListPending(): boolean {
  const navigation = useNavigation();
  const here = useLocation();
  const [isLate, setIsLate] = useState(false);
  const target = navigation.state === 'loading' ? navigation.location : undefined;
  const isComing =
    target !== undefined &&
    isPostList(target.pathname) &&
    target.pathname + target.search !== here.pathname + here.search;
  useEffect(() => {
    if (!isComing) return;
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isComing]);
  return isComing && isLate;
}

/** The list of posts while it is on its way. */
export function PendingPostList() {
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  return (
    <>
      <PostListHeader />
      <PostListSkeleton />
    </>
  );
}
