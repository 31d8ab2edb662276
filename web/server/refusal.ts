/**
 * A request that the HTTP server turns away before any page or procedure sees it, with the sentence that its sender reads.
 * Not a `DomainError`, because it needs statuses that only HTTP has, such as 405 and 411, and because Fastify reads
 * `statusCode`.
 */
export class Refusal extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.name = 'Refusal';
    this.statusCode = statusCode;
  }
}
