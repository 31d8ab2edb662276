/**
 * What content pages say of themselves: everybody and every CDN may keep them and asks each time whether they changed, so
 * that what an editor publishes is live at once; only while the site can't be reached may a day-old copy be shown.
 */
export const contentCacheControl = 'public, max-age=0, stale-if-error=86400';
