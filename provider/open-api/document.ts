import type { z } from '../../src/lib/api/contract/zod.ts';

/** The part of OpenAPI 3.1 that the contract needs. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    headers: Record<string, { description: string; schema: JsonSchema }>;
    securitySchemes: Record<string, { type: 'http'; scheme: 'bearer'; description: string }>;
  };
}

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export interface PathItem {
  get?: Operation;
  post?: Operation;
}

export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: JsonContent };
  responses: Record<string, OperationResponse>;
}

export interface Parameter {
  name: string;
  in: 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface OperationResponse {
  description: string;
  headers?: Record<string, Reference>;
  content: JsonContent;
}

export interface Reference {
  $ref: string;
}

interface JsonContent {
  'application/json': { schema: JsonSchema };
}
