import { Module } from '@nestjs/common';
import { McpController } from './mcp.controller.js';

/**
 * Tools for agents (Model Context Protocol), over HTTP at /mcp. The command line has the same over standard input and
 * output.
 */
@Module({ controllers: [McpController] })
export class McpModule {}
