import '@payloadcms/next/css';
import './admin.css';
import { handleServerFunctions, RootLayout } from '@payloadcms/next/layouts';
import { APIError, type ServerFunctionClient } from 'payload';
import type { ReactNode } from 'react';
import config from '#cms/payload.config.ts';
import { importMap } from './cms/importMap.js';

/** The calendar has its own endpoints, which validate their input; Payload's server function for schedules is closed. */
const serverFunctions = {
  'schedule-publish': () => {
    throw new APIError('Use the calendar beside the form.', 403);
  },
};

/**
 * What a colleague saved meanwhile is compared when the form is saved (`admin/saving`). Payload asks at the first key that is
 * typed, takes the focus, and has one answer: to load the page again without what was typed.
 */
const serverFunction: ServerFunctionClient = async ({ name, args }) => {
  'use server';
  const asked = name === 'form-state' ? { ...args, checkForStaleData: false } : args;
  return handleServerFunctions({ name, args: asked, config, importMap, serverFunctions });
};

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <RootLayout config={config} importMap={importMap} serverFunction={serverFunction}>
      {children}
    </RootLayout>
  );
}
