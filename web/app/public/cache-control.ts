/**
 * The caching of content pages: every browser and CDN may store them and revalidates each time, so that what an editor
 * publishes is live at once; only while the site cannot be reached may a day-old copy be shown.
 */
export const contentCacheControl = 'public, max-age=0, stale-if-error=86400';
