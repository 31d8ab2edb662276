/** Said on the page that a file was asked for from, where the limit of downloads is reached. */
export function TooManyDownloads() {
  return (
    <div className="notice warn" role="alert">
      <p>
        <strong>Please wait a while.</strong> Many files were downloaded. Try again later, or call us.
      </p>
    </div>
  );
}
