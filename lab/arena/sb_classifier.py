"""SB-CLASSIFIER, the authors' code, on a topic in place of files: python sb_classifier.py MODE PROXY START WORDS DIRECTORY.

SB_CLASSIFIER is the directory of its generic_local_crawler.py, rl_actions.py and auer.py. A page that the topic's classifier takes for
relevant is a target. Its targets are files, which link to nothing, and their kind is known from a HEAD request. So this adapter differs
in two points. A target's page is read once more as HTML, as its code does with a page that it took for a file. And the kind of a page
is known before it is fetched where the code asks for it, which is in its favour: it does so for the first ten links.
"""

import math
import os
import sys

import requests

mode, proxy, start, words, directory = sys.argv[1:]
sys.path.append(os.environ["SB_CLASSIFIER"])

from auer import AUERCrawler  # noqa: E402


class Web:
    """The web in the form of its SQLite table, of which the code selects rows by URL."""

    def __init__(self):
        self.session = requests.Session()
        self.session.proxies = {"http": proxy}
        self.session.trust_env = False
        self.targets = set()  # that were fetched
        self.as_page = {}  # bodies of targets that are to be read as HTML

    def cursor(self):
        return self

    def execute(self, query, parameters):
        (url,) = parameters
        self.rows = []
        if "body" in query and url in self.as_page:
            self.rows = [self.row(self.as_page[url], "text/html", query)]
            return self
        response = self.session.request("GET" if "body" in query else "HEAD", url)
        if response.status_code == 200:
            target = "X-Relevant" in response.headers
            body = response.content.decode("utf-8", "replace")
            if target and "body" in query:
                self.targets.add(url)
                self.as_page[url] = body
            self.rows = [self.row(body, "application/pdf" if target else "text/html", query)]
        return self

    def row(self, body, kind, query):
        head = ("200", repr({b"Content-Type": [kind.encode()]}))
        return head + (body, len(body)) if "body" in query else head

    def fetchall(self):
        return self.rows

    def close(self):
        self.session.close()


class TopicCrawler(AUERCrawler):
    """Reads a target's page as HTML after it has counted as a target."""

    def crawl_next_resource(self, link):
        super().crawl_next_resource(link)
        if link.get_url() not in self.connection.targets:
            return
        self.connection.targets.remove(link.get_url())
        before = self.is_data_resource, self.get_current_action()
        self.is_data_resource = False
        self.modify_action_when_forcing_crawling(link)
        super().crawl_next_resource(link)
        del self.connection.as_page[link.get_url()]
        self.is_data_resource = before[0]
        self.override_current_action(before[1])


# The values are the defaults of its crawl.sh.
crawler = TopicCrawler(
    db_path=":memory:", table_name="web", log_path=directory, starting_url=start, budget=1e10, alpha=2 * math.sqrt(2),
    use_url_classifier=True, threshold=0.75, m=12, w=15, n_grams_path_dom_path_representation=2,
    classifier_params={"max_iter_optimizer": 100, "random_state_optimizer": 42, "n_in_ngrams": 2, "batch_size": 10},
)
crawler.connection = Web()
crawler.crawl()
print("requests", crawler.nb_episodes, "targets", len(crawler.data_resources))
