"""Scrapy (Debian's python3-scrapy), each page's URL, title, text and links written as a line of JSON. usage: scrapy_spider.py ORIGIN PAGES CONCURRENCY"""
import json
import resource
import sys
import tempfile
import time

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor

origin, concurrency = sys.argv[1], int(sys.argv[3])


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


class Site(scrapy.Spider):
    name = "site"
    start_urls = [origin + "/"]
    links = LinkExtractor()

    def parse(self, response):
        links = self.links.extract_links(response)
        yield {
            "url": response.url,
            "title": response.css("title::text").get(),
            "text": " ".join(response.xpath("//body//text()[not(parent::script)]").getall()),
            "links": [{"url": link.url, "anchor": link.text} for link in links],
        }
        for link in links:
            yield response.follow(link, self.parse)


with tempfile.NamedTemporaryFile(suffix=".jl") as output:
    process = CrawlerProcess({
        "LOG_LEVEL": "ERROR", "ROBOTSTXT_OBEY": False, "CONCURRENT_REQUESTS": concurrency, "CONCURRENT_REQUESTS_PER_DOMAIN": concurrency,
        "RETRY_ENABLED": False, "COOKIES_ENABLED": False, "TELNETCONSOLE_ENABLED": False,
        "FEEDS": {output.name: {"format": "jsonlines"}}, "REQUEST_FINGERPRINTER_IMPLEMENTATION": "2.7",
    })
    process.crawl(Site)
    site = next(iter(process.crawlers))
    before, began = cpu(), time.perf_counter()
    process.start()
    print(json.dumps({"pages": site.stats.get_value("response_received_count"), "seconds": time.perf_counter() - began, "cpu": cpu() - before}))
