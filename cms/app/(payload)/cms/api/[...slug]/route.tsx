import {
  REST_DELETE,
  REST_GET,
  REST_OPTIONS,
  REST_PATCH,
  REST_POST,
  REST_PUT,
} from '@payloadcms/next/routes';
import config from '#cms/payload.config.ts';
import { guardApi } from '#cms/requests/guard-api.ts';

export const GET = guardApi(REST_GET(config), config);
export const POST = guardApi(REST_POST(config), config);
export const DELETE = guardApi(REST_DELETE(config), config);
export const PATCH = guardApi(REST_PATCH(config), config);
export const PUT = guardApi(REST_PUT(config), config);
export const OPTIONS = guardApi(REST_OPTIONS(config), config);
