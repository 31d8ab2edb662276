import '@payloadcms/next/css';
import './admin.css';
import { handleServerFunctions, RootLayout } from '@payloadcms/next/layouts';
import type { ServerFunction, ServerFunctionClient } from 'payload';
import type { ReactNode } from 'react';
import config from '../../payload.config.ts';
import { schedulePublishing } from '../../publishing/schedule-publishing.ts';
import { importMap } from './cms/importMap.js';

const serverFunctions = { 'schedule-publish': schedulePublishing as ServerFunction };

const serverFunction: ServerFunctionClient = async (args) => {
  'use server';
  return handleServerFunctions({ ...args, config, importMap, serverFunctions });
};

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <RootLayout config={config} importMap={importMap} serverFunction={serverFunction}>
      {children}
    </RootLayout>
  );
}
