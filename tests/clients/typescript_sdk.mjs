// What a user of a TypeScript SDK, 1.x or 2.x, meets: `node typescript_sdk.mjs FOLDER MODE ADDRESS LIMITED_ADDRESS`.
// The folder is that of the installed package; the mode is one of 2.x: "legacy" (as 1.x does) or "auto".

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, mode, address, limitedAddress] = process.argv.slice(2);
const plan = JSON.parse(readFileSync(join(import.meta.dirname, "plan.json"), "utf-8"));
const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf-8"));
const load = (path) => import(pathToFileURL(join(folder, path)).href);
const { Client, StreamableHTTPClientTransport } = version.startsWith("1.")
  ? { ...(await load("dist/esm/client/index.js")), ...(await load("dist/esm/client/streamableHttp.js")) }
  : await load("dist/index.mjs");
const within = { timeout: 15_000 };

async function connected(url) {
  const options = version.startsWith("1.") ? {} : { versionNegotiation: { mode } };
  const client = new Client({ name: "test", version: "1" }, options);
  const transport = new StreamableHTTPClientTransport(new URL(url));
  await client.connect(transport, within);
  const negotiated = transport.protocolVersion ?? client.getNegotiatedProtocolVersion?.();
  return { client, negotiated };
}

async function called(client, call) {
  const result = await client.callTool(call, undefined, within);
  return {
    wrong: result.isError ?? false,
    text: result.content[0].text,
    structured: result.structuredContent ?? null,
  };
}

async function errorOf(asking) {
  try {
    await asking;
    return null;
  } catch (error) {
    return { code: error.code ?? null, message: error.message };
  }
}

async function ordinary(url) {
  const { client, negotiated } = await connected(url);
  const tools = (await client.listTools()).tools.map((tool) => tool.name);
  const calls = {};
  for (const [name, args] of Object.entries(plan.calls)) {
    calls[name] = await called(client, { name, arguments: args });
  }
  const report = {
    protocol: negotiated,
    tools,
    calls,
    resources: (await client.listResources()).resources.map((one) => one.uri),
    resource: (await client.readResource({ uri: plan.resource })).contents[0].text,
    prompts: (await client.listPrompts()).prompts.map((one) => one.name),
    prompt: (await client.getPrompt(plan.prompt)).messages[0].content.text,
    mistake: await called(client, plan.mistake),
    unknown_tool: await errorOf(client.callTool(plan.unknown_tool)),
    after: await called(client, { name: "list_models", arguments: plan.calls.list_models }),
  };
  await client.close();
  return report;
}

async function limited(url) {
  const { name, arguments: args, attempts } = plan.until_refused;
  let served = 0;
  try {
    const { client } = await connected(url);
    for (; served < attempts; served += 1) {
      await client.callTool({ name, arguments: args }, undefined, within);
    }
    await client.close();
  } catch (error) {
    return { served, told: `${error.name}: ${error.message}` };
  }
  return { served, told: null };
}

const report = { version, ...(await ordinary(address)), limited: await limited(limitedAddress) };
process.stdout.write(JSON.stringify(report), () => process.exit(0));
