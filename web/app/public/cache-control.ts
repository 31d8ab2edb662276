/**
 * The caching of content pages: every browser and CDN may store them and revalidates each time, so that what an editor
 * publishes is live at once; only while the site cannot be reached may a day-old copy be shown.
 */
export const contentCacheControl = 'public, max-age=0, stale-if-error=86400';

/**
 * The same where a CDN is told to forget pages that have changed (`CDN_PURGE_URL`). It keeps them for five minutes: what a lost
 * purge or midnight can make stale.
 */
export const cdnCacheControl = 'public, max-age=0, s-maxage=300, stale-if-error=86400';
